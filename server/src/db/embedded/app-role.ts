import { randomBytes } from 'node:crypto';
import pg, { type PoolConfig } from 'pg';

// The role that Pitlane works as: it owns the database and has no other rights.
const APP_USER = 'pitlane_app';

/**
 * Creates the role as which Pitlane works, with a new password at each start, and makes it the owner of whatever it does not own yet:
 * in older data folders everything belongs to the superuser. Extensions stay the superuser's.
 *
 * @param superuser how to connect as the superuser.
 * @returns how Pitlane connects.
 */
export async function prepareAppRole(superuser: PoolConfig): Promise<PoolConfig> {
  const password = randomBytes(24).toString('base64url');
  const client = new pg.Client({ ...superuser, application_name: 'pitlane start' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`begin;
      do $$ begin
        if to_regrole('${APP_USER}') is null then create role ${APP_USER}; end if;
      end $$;
      alter role ${APP_USER} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        password ${client.escapeLiteral(password)};
      alter database ${client.escapeIdentifier(String(superuser.database))} owner to ${APP_USER};
      ${handOver}
      commit`);
  } finally {
    await client.end();
  }
  return { ...superuser, user: APP_USER, password };
}

const handOver = `
  do $$
  declare
    thing text;
  begin
    for thing in
      with follows as (select classid, objid, deptype from pg_depend where deptype in ('e', 'a', 'i'))
      select format('table %s', c.oid::regclass) from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
          and c.relowner <> '${APP_USER}'::regrole
          and not exists (select from follows f where f.classid = 'pg_class'::regclass and f.objid = c.oid
            and (f.deptype = 'e' or c.relkind = 'S'))
      union all
      select format('routine %s', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proowner <> '${APP_USER}'::regrole
          and not exists (select from follows f where f.classid = 'pg_proc'::regclass and f.objid = p.oid
            and f.deptype = 'e')
      union all
      select format('type %s', t.oid::regtype) from pg_type t left join pg_class c on c.oid = t.typrelid
        where t.typnamespace = 'public'::regnamespace and t.typowner <> '${APP_USER}'::regrole
          and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
          and not exists (select from follows f where f.classid = 'pg_type'::regclass and f.objid = t.oid
            and f.deptype = 'e')
    loop
      execute format('alter %s owner to ${APP_USER}', thing);
    end loop;
  end $$;`;
