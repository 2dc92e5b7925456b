export type ImageStructure = {
  /**
   * The parts of the file that are left when metadata, comments, colour profiles, thumbnails and trailing data are
   * removed; null if they cannot be removed without re-encoding.
   */
  imageData: readonly Uint8Array[] | null
  /** Bytes other than zeros follow the end of the image. */
  hasTrailingData: boolean
  /** Null if the container does not tell. */
  frameCount: number | null
  /** An animation that would be lost by re-encoding. */
  hasUnsupportedAnimation: boolean
  isLossless: boolean
}
