import { stripVTControlCharacters } from 'node:util'

/** The end of a text that grows, handed to `keep` now and then, so that it can be read while it does. */
export function createLogTail(text: string, keep: (text: string) => void) {
  let timer: Timer | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    keep(text)
  }
  return {
    add(line: string) {
      text = `${text}${plain(line)}\n`
      if (text.length > LONGEST * 1.25) text = text.slice(text.indexOf('\n', text.length - LONGEST) + 1)
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    flush,
  }
}

const LONGEST = 65_536
const FLUSH_MS = 500

// Colours and cursor movements mean nothing in a log.
const plain = (line: string) => stripVTControlCharacters(line).replace(/[^\P{Cc}\t]/gu, '')
