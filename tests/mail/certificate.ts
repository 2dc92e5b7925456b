// A certificate for localhost and mail.test, made for these tests with: openssl req -x509 -newkey ec -pkeyopt
// ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost -addext subjectAltName=DNS:localhost,DNS:mail.test,IP:127.0.0.1

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBpzCCAUygAwIBAgIUWoJRAKwKzJChxA2TUBNR6P033bIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEyNTY0OFoYDzIxMjYxMDI5
MTI1NjQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT0PRmiroIEtWbycR5csqi4JoHrzUPa+vNBY9pYJp6Gs5KUSgu4xk1I
mx9Wk29KGqMLbptKizJ/UV/5F34Lre1io3oweDAdBgNVHQ4EFgQURfh+ZWlIq0cx
GOWbHEQL2qWDsGIwHwYDVR0jBBgwFoAURfh+ZWlIq0cxGOWbHEQL2qWDsGIwDwYD
VR0TAQH/BAUwAwEB/zAlBgNVHREEHjAcgglsb2NhbGhvc3SCCW1haWwudGVzdIcE
fwAAATAKBggqhkjOPQQDAgNJADBGAiEAy9PZFC0k8VzlzYOEaZsMtNnVf8aokLlY
EmkkQxMXoDsCIQCmYM1F9JwM33TRpJ7szYzQZLYr0/dfwg3SwJvvL/dxuA==
-----END CERTIFICATE-----`

/** Protects nothing: everybody knows it. */
export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiUFconeaN03i758k
G7ONSuL0kWa2flAPewo5xz6jTpahRANCAAT0PRmiroIEtWbycR5csqi4JoHrzUPa
+vNBY9pYJp6Gs5KUSgu4xk1Imx9Wk29KGqMLbptKizJ/UV/5F34Lre1i
-----END PRIVATE KEY-----`
