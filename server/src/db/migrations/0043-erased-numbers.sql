-- What came before an erasure and is worked after it must not bring the person back: a file that is being imported, an enquiry that waits. Only a
-- hash is kept, and no longer than something older waits.
create table erased_numbers (
  hash bytea primary key,
  erased_at timestamptz(3) not null
);

create index concurrently import_rows_unread on import_rows (import_id, row) where phone is null and cells is not null;
