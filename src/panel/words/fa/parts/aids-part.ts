// The texts of what helps with writing in Persian, loaded in one piece.
import { aids } from '../aids.ts'
import { preview } from '../preview.ts'
import { seo } from '../seo.ts'

export const aidsPart = { aids, preview, seo }
