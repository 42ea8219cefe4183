-- The numbers and forms of a connection are its sources, each known by Meta's id; whoever placed or ignored a delivery resolved it.

alter table connection_places rename to connection_sources;
alter table connection_sources rename column place to external_id;
alter table connection_sources rename constraint connection_places_pkey to connection_sources_pkey;
alter table connection_sources rename constraint connection_places_check to connection_sources_check;
alter table connection_sources rename constraint connection_places_connection_id_fkey to connection_sources_connection_id_fkey;
alter table connection_sources rename constraint connection_places_service_center_id_fkey to connection_sources_service_center_id_fkey;
alter table connection_sources rename constraint connection_places_offering_id_fkey to connection_sources_offering_id_fkey;
alter table connection_sources rename constraint connection_places_connection_id_not_null to connection_sources_connection_id_not_null;
alter table connection_sources rename constraint connection_places_place_not_null to connection_sources_external_id_not_null;

alter table deliveries rename column settled_by to resolved_by;
alter table deliveries rename constraint deliveries_settled_by_fkey to deliveries_resolved_by_fkey;
