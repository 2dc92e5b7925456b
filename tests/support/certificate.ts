// Certificates of servers over TLS, by the command `openssl`.

const openssl = Bun.which('openssl')
export const canCertify = openssl !== null

/** A certificate for this name, signed by its own key. Both in PEM. */
export function selfSigned(name: string): { key: string; cert: string } {
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -keyout - -out -'.split(' ')
  const { stdout } = Bun.spawnSync(
    [openssl!, ...request, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    { stderr: 'ignore' },
  )
  const made = stdout.toString()
  const start = made.indexOf('-----BEGIN CERTIFICATE')
  return { key: made.slice(0, start), cert: made.slice(start) }
}
