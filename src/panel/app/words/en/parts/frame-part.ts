// The texts of the frame around every screen in English, loaded in one piece.
import { shell } from '../shell.ts'

export const framePart = { shell }
