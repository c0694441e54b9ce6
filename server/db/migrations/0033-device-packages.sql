-- Packages that connect devices: an application, the address of the installation, and a code that works once.

-- Its id is the ticket with which a person fetches the package. The package itself is not stored.
create table device_packages (
  company_id uuid not null,
  id uuid primary key,
  device_id uuid not null,
  -- The person who asked for it, and fetches it.
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  -- SHA-256 of the code in the package that was fetched last, and when the code ends.
  code_hash bytea,
  code_until timestamptz,
  -- SHA-256 of the key into which the code was changed. A lost answer is repeated for the same key.
  key_hash bytea,
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade
);
create unique index device_packages_code on device_packages (code_hash) where code_hash is not null;
create index device_packages_of_device on device_packages (company_id, device_id);
create index device_packages_of_user on device_packages (user_id);
create index device_packages_old on device_packages (created_at);
call guard_company_table('device_packages');
