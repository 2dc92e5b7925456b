/** SHA-256 of a text or of bytes, in hexadecimal unless another encoding is named. */
export const sha256 = (data: string | Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string =>
  createSha256()
    .update(data as Bun.BlobOrStringOrBuffer)
    .digest(encoding)

/** SHA-256 of all chunks together, in hexadecimal. */
export async function sha256OfChunks(
  chunks: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): Promise<string> {
  const hash = createSha256()
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** A hasher for chunks that are used otherwise too. */
export const createSha256 = () => new Bun.CryptoHasher('sha256')
