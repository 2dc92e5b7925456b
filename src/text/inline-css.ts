// The declarations of a `style` attribute, and the formats that they stand for: clipboards and WordPress write both.
import { unescapeHtml } from './html.ts'

/** The declarations by property, in lower case. */
export function stylesIn(style: string): Record<string, string> {
  const styles: Record<string, string> = {}
  for (const declaration of unescapeHtml(style).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const value = declaration.slice(colon + 1).replace('!important', '')
    styles[declaration.slice(0, colon).trim()] = value.trim()
  }
  return styles
}

const isBold = (weight = '') => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600

/** The elements that say the same as these styles, from the outside. */
export function formatsIn(styles: Record<string, string>): string[] {
  const decoration = `${styles['text-decoration'] ?? ''} ${styles['text-decoration-line'] ?? ''}`
  const formats: [tag: string, isMeant: boolean][] = [
    ['strong', isBold(styles['font-weight'])],
    ['em', /^(?:italic|oblique)/.test(styles['font-style'] ?? '')],
    ['u', decoration.includes('underline')],
    ['s', decoration.includes('line-through')],
    ['sub', styles['vertical-align'] === 'sub'],
    ['sup', styles['vertical-align'] === 'super'],
  ]
  return formats.filter(([, isMeant]) => isMeant).map(([tag]) => tag)
}
