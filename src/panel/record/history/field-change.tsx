import type { FieldDescription } from '../../../client/index.ts'
import { textBlocksOf } from '../../../text/plain-text.ts'
import { useSchema } from '../../app/api/api.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { FieldValue } from '../../records/field-value.tsx'
import { languageOf } from '../../records/record-context.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { diffText, withoutLongSame } from './diff-text.ts'

type FieldChangeProps = { field: FieldDescription; before: unknown; after: unknown }

type FieldChangesProps = {
  fields: readonly FieldDescription[]
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Fields in two states, each under its label. */
export function FieldChanges({ fields, before, after }: FieldChangesProps) {
  const labelOf = useFieldLabel()
  return fields.map((field) => (
    <section key={field.name} className="change" aria-label={labelOf(field)}>
      <h3 className="change-field">{labelOf(field)}</h3>
      <FieldChange field={field} before={before[field.name]} after={after[field.name]} />
    </section>
  ))
}

const TEXT_KINDS = ['line', 'icon', 'text', 'rich', 'slug', 'list']

/** Texts by words, with what was removed and added; other values before and after. */
export function FieldChange({ field, before, after }: FieldChangeProps) {
  const t = useWords('history')
  if (!TEXT_KINDS.includes(field.kind)) {
    return (
      <dl className="change-values">
        <dt>{t('before')}</dt>
        <dd>
          <FieldValue field={field} value={before} />
        </dd>
        <dt>{t('after')}</dt>
        <dd>
          <FieldValue field={field} value={after} />
        </dd>
      </dl>
    )
  }
  const [old, current] = [textOf(field, before), textOf(field, after)]
  return (
    <>
      {old === current ? (
        <p className="muted">{t('format_changed')}</p>
      ) : (
        <TextDifference field={field} before={old} after={current} />
      )}
      {field.kind === 'rich' && <ImageChanges before={String(before ?? '')} after={String(after ?? '')} />}
    </>
  )
}

function TextDifference({
  field,
  before,
  after,
}: {
  field: FieldDescription
  before: string
  after: string
}) {
  const { lang, dir } = languageOf(field.language, useSchema().languages[0] ?? 'fa')
  const parts = withoutLongSame(diffText(before, after))
  let at = 0
  return (
    <div className="change-text" lang={lang} dir={dir}>
      {parts.map(({ kind, text }) => {
        const key = `${at} ${kind}`
        at += text.length
        return kind === 'added' ? (
          <ins key={key}>{text}</ins>
        ) : kind === 'removed' ? (
          <del key={key}>{text}</del>
        ) : (
          <span key={key}>{text}</span>
        )
      })}
    </div>
  )
}

function textOf({ kind }: FieldDescription, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'rich') return textBlocksOf(String(value)).join('\n')
  if (kind !== 'list') return String(value)
  return (value as Record<string, string>[]).map((entry) => Object.values(entry).join('\n')).join('\n\n')
}

const IMAGE = /<img\b[^>]*?\bsrc="([^"]*)"/g
const imagesOf = (html: string) => new Set([...html.matchAll(IMAGE)].map(([, src]) => src!))

/** The images that came into the text or left it. */
function ImageChanges({ before, after }: { before: string; after: string }) {
  const t = useWords('history')
  const [old, current] = [imagesOf(before), imagesOf(after)]
  const rows = [
    { title: t('images_removed'), images: [...old.difference(current)] },
    { title: t('images_added'), images: [...current.difference(old)] },
  ].filter(({ images }) => images.length > 0)
  return rows.map(({ title, images }) => (
    <figure key={title} className="change-images">
      <figcaption>{title}</figcaption>
      {images.map((src) => (
        <img key={src} src={src} alt="" className="value-image" />
      ))}
    </figure>
  ))
}
