-- The dealer and its settings: one row, once Pitlane was set up.
create table dealer (
  only_one               boolean        primary key default true check (only_one),
  name                   text           not null,
  logo                   text,
  time_zone              text           not null,
  next_time_zone         text,                                     -- Being introduced: counters are kept for both, and those of time_zone are read.
  phone_country          text           not null check (phone_country ~ '^[A-Z]{2}$'),
  service_may_correct    boolean        not null default false,    -- The service level may correct leads of its centers.
  service_may_merge      boolean        not null default false,    -- The service level may merge leads of its centers.
  service_may_overbook   boolean        not null default false,    -- The service level may book more than a center takes.
  requires_second_factor boolean        not null default false,    -- Everybody in management must have one.
  joins_open_leads       boolean        not null default true,     -- An enquiry joins the person's open lead at the center.
  -- What staff send to customers: objects of _id, name, language and text, in the dealer's order.
  message_texts          jsonb          not null default '[]',
  -- Why leads are lost: objects of _id, en, bn and isActive, in the order of their keys on the work screen, retired ones last. Every
  -- dealer begins with these.
  lost_reasons           jsonb          not null default '[
    {"_id": "019ab3c0-0000-7000-8000-000000000001", "en": "Price too high", "bn": "দাম বেশি", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000002", "en": "Went to another workshop", "bn": "অন্য ওয়ার্কশপে গেছেন", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000003", "en": "Sold the car", "bn": "গাড়ি বিক্রি করে দিয়েছেন", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000004", "en": "Could not be reached", "bn": "যোগাযোগ করা যায়নি", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000005", "en": "Part not available", "bn": "পার্টস পাওয়া যায়নি", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000006", "en": "Only asked for information", "bn": "শুধু তথ্য জানতে চেয়েছেন", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000007", "en": "No suitable time", "bn": "সুবিধাজনক সময় নেই", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000008", "en": "Workshop too far away", "bn": "ওয়ার্কশপ অনেক দূরে", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000009", "en": "Put off for now", "bn": "আপাতত করাবেন না", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000010", "en": "Enquired twice", "bn": "একই অনুরোধ দুবার এসেছে", "isActive": true}
  ]',
  -- Days after which an open lead is neglected if nobody contacted its customer or changed its status.
  neglected_after_days   jsonb          not null default '{"pending": 1, "potential": 7, "booked": 3}'
    check (neglected_after_days @? '$ ? (@.pending >= 1 && @.potential >= 1 && @.booked >= 1)'),
  archived_months        smallint       check (archived_months between 1 and 120), -- How long archived leads keep personal data; null: for ever.
  audit_months           smallint       check (audit_months between 12 and 120), -- How long the audit log keeps entries; null: for ever.
  retention_by           uuid           references employees (id), -- Who set these two and those of pictures.
  created_at             timestamptz(3) not null,
  dismissed_steps        jsonb          not null default '[]', -- Those of the first steps that this dealer does not need.
  -- Pictures of customers: for how many months they stay, null: for ever; and how large they may be when they are fetched.
  picture_months         smallint       default 12 check (picture_months between 1 and 120),
  picture_megabytes      smallint       not null default 10 check (picture_megabytes between 1 and 25)
);

create trigger dealer_tell after update on dealer for each row
  when (old.next_time_zone is not distinct from new.next_time_zone or old.time_zone <> new.time_zone)
  execute function tell_refresh();
