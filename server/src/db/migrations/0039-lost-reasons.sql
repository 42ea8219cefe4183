-- Why leads are lost: objects of _id, en, bn and isActive, in the order of their keys on the work screen, retired ones last.
-- Every dealer begins with these.
alter table dealer add column lost_reasons jsonb not null default '[
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
]';
