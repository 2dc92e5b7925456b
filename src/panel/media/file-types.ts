// The files that the library takes, by media type; the service looks at their content.

export type FileKind = 'image' | 'document'

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const DOCUMENT_TYPES = ['application/pdf']

/** The types of one kind, or of both. */
export function typesOf(kind: FileKind | null): string[] {
  if (kind === null) return [...IMAGE_TYPES, ...DOCUMENT_TYPES]
  return kind === 'image' ? IMAGE_TYPES : DOCUMENT_TYPES
}
