import { stripVTControlCharacters } from 'node:util'

const MAX_LENGTH = 65_536
const FLUSH_INTERVAL_MS = 500

/** Keeps the last 64 K characters of a growing log and passes them to `save` at most twice a second, or on `flush`. */
export function createLogTail(text: string, save: (text: string) => void) {
  let timer: Timer | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    save(text)
  }
  return {
    add(line: string) {
      text = `${text}${toPlainText(line)}\n`
      if (text.length > MAX_LENGTH * 1.25) text = text.slice(text.indexOf('\n', text.length - MAX_LENGTH) + 1)
      timer ??= setTimeout(flush, FLUSH_INTERVAL_MS)
    },
    flush,
  }
}

// Build tools print colours and cursor movements.
const toPlainText = (line: string) => stripVTControlCharacters(line).replace(/[^\P{Cc}\t]/gu, '')
