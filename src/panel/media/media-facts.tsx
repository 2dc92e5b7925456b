import type { MediaWithUses } from '../../client/index.ts'
import { useSchema } from '../app/api/api.ts'
import { Link } from '../app/design/button.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { labelOf, type NamedRecord } from '../records/record-names.ts'
import { type ImageFile, isImage } from './media-names.ts'

/** Address, dimensions, size, type and age of a file. */
export function MediaFacts({ file }: { file: MediaWithUses }) {
  const t = useWords('media')
  const { formatInstant, formatSize } = useFormat()
  const { url, size, mime, created_at, uploaded_by } = file
  const facts: [string, string][] = [
    ...(isImage(file) ? [[t('dimensions'), t('dimensions_value', sizeOf(file))] as [string, string]] : []),
    [t('size'), formatSize(size)],
    [t('added'), formatInstant(String(created_at))],
    ...(uploaded_by === null ? [] : [[t('added_by'), uploaded_by] as [string, string]]),
  ]
  return (
    <section>
      <h3>{t('facts')}</h3>
      <dl className="media-fact-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('type')}</dt>
          <dd>
            <bdi dir="ltr" translate="no">
              {mime}
            </bdi>
          </dd>
        </div>
        <div>
          <dt>{t('address')}</dt>
          <dd>
            <a className="link" href={url} target="_blank" rel="noreferrer" dir="ltr" translate="no">
              {url}
            </a>
          </dd>
        </div>
      </dl>
    </section>
  )
}

const sizeOf = ({ width, height }: ImageFile) => ({ width, height })

/** The records that use a file, with links to their forms. */
export function MediaUses({ uses }: { uses: MediaWithUses['used_in'] }) {
  const t = useWords('media')
  const label = useLabel()
  const { resources } = useSchema()
  const resourceOf = (use: NamedRecord) => resources.find(({ name }) => name === use.resource)
  return (
    <section>
      <h3>{t('used_in')}</h3>
      {uses.length === 0 ? (
        <p className="muted">{t('not_used')}</p>
      ) : (
        <ul className="media-uses">
          {uses.map((use) => {
            const resource = resourceOf(use)
            return (
              <li key={`${use.resource} ${use.id}`}>
                {resource && <span className="muted small">{label(resource.label)}</span>}
                <Link href={resource?.singleton ? `/${use.resource}` : `/${use.resource}/${use.id}`}>
                  {labelOf(use, { resources, label })}
                </Link>
                {use.draft && <span className="muted small">{t('used_in_draft')}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
