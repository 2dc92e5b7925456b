// The kinds of files in the library: images and PDFs. A file's type is detected from its first bytes; its name and declared
// type are ignored.

export const PDF = { extension: 'pdf', mime: 'application/pdf' } as const

/** The version follows, then nothing that another format could begin with (ISO 32000-1, 7.5.2). */
export const isPdf = (bytes: Uint8Array): boolean =>
  /^%PDF-\d\.\d[\s%]/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1'),
  )

/** The other files of the library are documents: without size in pixels, variants and placeholder. */
export const isImage = ({ mime }: { mime: string }): boolean => mime.startsWith('image/')
