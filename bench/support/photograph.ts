import sharp from 'sharp'

const [WIDTH, HEIGHT] = [4_000, 3_000]

/** A JPEG of 12 megapixels: gradients with noise, which compress about as well as a photograph. */
export async function photograph(seed: number) {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  let state = seed + 1
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const x = (at / 3) % WIDTH
    const y = at / 3 / WIDTH
    pixels[at] = 128 + 50 * Math.sin(x / 200 + seed) + 40 * Math.cos(y / 150) + ((state >> 16) % 30)
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Uploads an image; resolves with its relative URL. */
export async function upload(url: string, token: string, bytes: Uint8Array, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/admin/upload`, { method: 'POST', body: form, headers })
  if (response.status !== 201) throw new Error(`the upload of ${name} was answered with ${response.status}`)
  return ((await response.json()) as { url: string }).url
}
