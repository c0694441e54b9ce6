// A certificate of `localhost` and 127.0.0.1 for servers of tests; valid until 2126.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export const loopbackCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUDq0iSoYsX2D387YCZC26AB9LZ6YwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIwMTMyN1oYDzIxMjYxMDI5
MjAxMzI3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASkDCfMc38Fh9MqBWS7BJggNfImvQf0T0jpfUIzThpAt/5CKeE/0aRl
RmubNcL+lpBj5cVM+vuQYN0N7UT3Ez3go28wbTAdBgNVHQ4EFgQU3UAmCkX5ZAfv
UPpK14bdxhdj4P4wHwYDVR0jBBgwFoAU3UAmCkX5ZAfvUPpK14bdxhdj4P4wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPIjdUPmaN1dtklzbhwxPpdT4gN4vm7vfiL0ph7H4GHKAiAR
PQmMk/izqEZ7e8urTcbOoVc//449j69JCtvG4VQKHw==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgh2xsjXHC5KVEzU+5
76xFICcnfDAFhiTnRxH0qPAldE2hRANCAASkDCfMc38Fh9MqBWS7BJggNfImvQf0
T0jpfUIzThpAt/5CKeE/0aRlRmubNcL+lpBj5cVM+vuQYN0N7UT3Ez3g
-----END PRIVATE KEY-----
`,
  /** From now on, this process accepts it. */
  trust: () => setDefaultCACertificates([...getCACertificates('bundled'), loopbackCertificate.cert]),
  distrust: () => setDefaultCACertificates(getCACertificates('bundled')),
};
