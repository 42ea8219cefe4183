-- What a device signs for one purpose serves no other. What was asked of devices before is asked for again.
delete from passkey_challenges;
alter table passkey_challenges
  add column purpose text not null check (purpose in ('add', 'turnOff', 'logIn')),
  add check ((purpose = 'logIn') = (login_step is not null)),
  drop constraint passkey_challenges_session_id_key,
  add unique (session_id, purpose);
