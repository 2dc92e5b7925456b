-- The image creates GlitchTip's database from POSTGRES_DB; this adds Umami's.
CREATE DATABASE umami;
