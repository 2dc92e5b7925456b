-- GlitchTip's database is made by the image; Umami's beside it.
CREATE DATABASE umami;
