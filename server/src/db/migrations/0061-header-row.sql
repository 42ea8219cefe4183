-- In which row of a file its headers are, null for files from before; `top`: the first rows that may hold them, cut short.
alter table imports add column header_row integer, add column top jsonb not null default '[]';
