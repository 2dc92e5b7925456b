// Takes a received mail apart: headers with their encoded words decoded, the text and the HTML part.

export type Mail = {
  /** Headers by lower-case name; several of one name are an error. */
  headers: Record<string, string>
  text: string
  html: string
}

export function readMail(source: string): Mail {
  const { headers, body } = splitPart(source)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) throw new Error('the mail has no parts')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, '')))
  const partOf = (type: string) => {
    const found = parts.filter(({ headers }) => headers['content-type']?.startsWith(type))
    if (found.length !== 1) throw new Error(`the mail has ${found.length} parts of type ${type}`)
    return decodeBody(found[0]!)
  }
  return { headers, text: partOf('text/plain'), html: partOf('text/html') }
}

function splitPart(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/s.exec(line) ?? []
    if (!name) throw new Error(`no header: ${line}`)
    if (name.toLowerCase() in headers) throw new Error(`the header ${name} twice`)
    headers[name.toLowerCase()] = decodeWords(value)
  }
  return { headers, body: source.slice(end + 4) }
}

/** RFC 2047. */
const decodeWords = (value: string) =>
  value
    .replace(/(=\?[^?]+\?[BQ]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/(?:=\?utf-8\?([BQ])\?([^?]*)\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi)].map(([, encoding, text]) =>
          encoding!.toUpperCase() === 'B'
            ? Buffer.from(text!, 'base64')
            : quotedPrintable(text!.replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )

function decodeBody({ headers, body }: ReturnType<typeof splitPart>) {
  const encoding = headers['content-transfer-encoding']
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1')
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** The first link in the text part that has this path. */
export function linkIn({ text }: Mail, path: string): string {
  const link = text.split(/\s+/).find((word) => URL.parse(word)?.pathname === path)
  if (!link) throw new Error(`no link to ${path} in ${text}`)
  return link
}
