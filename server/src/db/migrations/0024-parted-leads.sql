-- A number that was corrected on a lead once took only that lead to another customer, not those joined with it. They follow it, with
-- its number, by a version each, as they do now: else erasing or exporting a person would miss them.
with parted as materialized (
  select j.id, j.customer_id as former, j.phone as former_phone, k.customer_id, k.phone,
    coalesce((
      select v.edited_by from lead_versions v where v.lead_id = k.id and 'phone' = any(v.changed_fields)
      order by v.version desc limit 1), k.last_modified_by) as editor
  from leads j
  join leads k on k.id = j.merged_into
  join customers former on former.id = j.customer_id
  join customers present on present.id = k.customer_id
  where coalesce(former.merged_into, former.id) <> coalesce(present.merged_into, present.id)
),
moved as (
  update leads l set customer_id = p.customer_id, phone = p.phone, version = l.version + 1, changed_fields = '{phone}',
    last_modified_by = p.editor,
    editor_ids = case when p.editor = any(l.editor_ids) then l.editor_ids else l.editor_ids || p.editor end,
    updated_at = now(),
    search_key = array_to_string(array_replace(string_to_array(l.search_key, e'\n'), p.former_phone, p.phone), e'\n')
  from parted p where l.id = p.id
  returning l.*
),
unsaid as (
  delete from customer_suggestions s using parted p
  where s.lead_id = p.id and s.customer_id = p.former and s.is_waiting
)
insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
select
  -- A UUIDv7 of now.
  (lpad(to_hex((extract(epoch from m.updated_at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
  m.id, m.version, m.changed_fields, m.last_modified_by, m.updated_at,
  before.snapshot || jsonb_build_object('customer_id', m.customer_id, 'phone', m.phone, 'version', m.version,
    'changed_fields', to_jsonb(m.changed_fields), 'last_modified_by', m.last_modified_by,
    'editor_ids', to_jsonb(m.editor_ids), 'updated_at', m.updated_at)
from moved m
cross join lateral (
  select v.snapshot from lead_versions v where v.lead_id = m.id order by v.version desc limit 1) before;
