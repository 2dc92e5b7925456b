// The texts of lists, the overview and the media library in English, loaded in one piece.
import { lists } from '../lists.ts'
import { media } from '../media.ts'
import { overview } from '../overview.ts'

export const listsPart = { lists, media, overview }
