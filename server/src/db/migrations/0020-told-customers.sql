-- What people change of a customer is told, too, not only merges: name, email, addresses and decided suggestions. What leads and
-- imports change of many customers is told by them.
drop trigger customers_tell_merged on customers;
drop function tell_merged_customer();

create function tell_customer() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0];
begin
  -- A deleted customer takes its addresses along.
  if current_setting('pitlane.many_leads', true) is distinct from 'on' and exists (select from customers where id = changed) then
    perform tell('customer', jsonb_build_object('_id', changed, 'change', 'edited'), '{}');
  end if;
  return null;
end $$;
create trigger customers_tell after update on customers for each row
  when ((old.name, old.email, old.merged_into) is distinct from (new.name, new.email, new.merged_into))
  execute function tell_customer('id');
create trigger customer_addresses_tell after insert or update or delete on customer_addresses for each row
  execute function tell_customer('customer_id');
create trigger customer_suggestions_tell after update on customer_suggestions for each row
  when (old.is_waiting and not new.is_waiting) execute function tell_customer('customer_id');
