// Pictures that Word gives in its own language alone: `<v:imagedata>`, mostly inside a conditional comment.
import { attributesIn, tokenizeHtml } from '../../../text/html.ts'

/** How many of them have no `<img>`, which names the shapes that it stands for. */
export function countVmlPictures(html: string): number {
  if (!/imagedata/i.test(html)) return 0
  const shapes: string[] = []
  const shown = new Set<string>()
  let shape: Record<string, string> = {}
  const read = (part: string) => {
    for (const { kind, tag, attributes, raw } of tokenizeHtml(part)) {
      if (kind === 'other') {
        const comment = part === html && /^<!--\[if[^\]]*\]>/i.exec(raw)?.[0]
        if (comment) read(raw.slice(comment.length))
      } else if (kind !== 'start') continue
      else if (tag === 'v:imagedata') {
        // A picture as a bullet goes with the marker of its list.
        if (!shape['o:bullet']) shapes.push(shape.id ?? '')
      } else if (tag.startsWith('v:')) shape = tag === 'v:shapetype' ? {} : attributesIn(attributes)
      else if (tag === 'img')
        for (const id of attributesIn(attributes)['v:shapes']?.split(/\s+/) ?? []) shown.add(id)
    }
  }
  read(html)
  return shapes.filter((id) => !shown.has(id)).length
}
