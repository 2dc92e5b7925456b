// The style sheet of the built-in website: one file in `styles/` for each part of the pages, in the order of the cascade.
import { readFile } from 'node:fs/promises'
import { fontStyles } from './web-fonts.ts'

const PARTS = [
  'colours',
  'base',
  'header',
  'hero',
  'cards',
  'offer',
  'company',
  'places',
  'gallery',
  'call-to-contact',
  'forms',
  'page',
  'lists',
  'story',
  'prose',
  'questions',
  'after-story',
  'footer',
  'print',
]

/** All of it in one text, minified. */
export async function websiteStyles(): Promise<string> {
  const parts = await Promise.all(
    PARTS.map((name) => readFile(new URL(`./styles/${name}.css`, import.meta.url), 'utf8')),
  )
  return minifyCss(fontStyles() + parts.join('\n'))
}

/** Removes comments and superfluous white space. Strings in the style sheet must not contain what is removed. */
const minifyCss = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: (?=[^{}]*[;}])/g, ':')
    .replace(/;}/g, '}')
    .trim()
