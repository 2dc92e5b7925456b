import { type MouseEvent, type ReactNode, useRef } from 'react'
import { GridList, GridListItem, type Selection } from 'react-aria-components'
import type { Media } from '../../client/index.ts'
import { Chip } from '../app/design/chip.tsx'
import { Icon } from '../app/design/icon.tsx'
import { PlainCheckbox } from '../app/design/plain-checkbox.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'
import { type ImageFile, isImage, nameOf } from './media-names.ts'

type Props = {
  files: readonly Media[]
  view: 'grid' | 'list'
  onOpen?: (id: number) => void
  /** One file can be selected if there is `onSelect`. */
  selected?: number | null
  onSelect?: (id: number) => void
  /** Several files can be selected if there are `many`: by checkbox, by Ctrl or Shift and a click, by Space and Shift with arrows. */
  many?: Many
  empty: ReactNode
}

export type Many = { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void }

/** Files as cards or as rows; arrow keys move between them, Enter opens one. */
export function MediaGrid({ files, view, onOpen, selected = null, onSelect, many, empty }: Props) {
  const t = useWords('media')
  const lists = useWords('lists')
  const select = (keys: Selection) => {
    const ids = keys === 'all' ? files.map(({ id }) => id) : [...keys].map(Number)
    if (many) many.onChange(new Set(ids))
    else if (ids[0] !== undefined) onSelect?.(ids[0])
  }
  const clicks = useModifiedClicks(files, many)
  const grid = (
    <GridList
      aria-label={t('files')}
      className={`media-${view}`}
      layout={view === 'grid' ? 'grid' : 'stack'}
      items={files}
      dependencies={[view, many?.ids]}
      selectionMode={many ? 'multiple' : onSelect ? 'single' : 'none'}
      selectionBehavior={many ? 'toggle' : 'replace'}
      // The first file is selected when the focus comes to it; Space must not undo that.
      disallowEmptySelection={!many}
      selectedKeys={many ? many.ids : selected === null ? [] : [selected]}
      onSelectionChange={select}
      {...(onOpen && { onAction: (id) => onOpen(Number(id)) })}
      renderEmptyState={() => empty}
    >
      {(file) => (
        <GridListItem id={file.id} textValue={nameOf(file)} className="media-item">
          {many && (
            // A click on it is one with Ctrl.
            <span className="media-check">
              <PlainCheckbox
                label={lists('select_row', { name: nameOf(file) })}
                isSelected={many.ids.has(file.id)}
                onToggle={() => {}}
              />
            </span>
          )}
          <Thumbnail file={file} />
          <span className="media-text">
            <span className="media-name" dir="auto">
              {nameOf(file)}
            </span>
            <Facts file={file} />
          </span>
        </GridListItem>
      )}
    </GridList>
  )
  return many ? <div {...clicks}>{grid}</div> : grid
}

/** Ctrl and a click selects one more file, Shift and a click all up to it; the library's own grid would open the first one. */
function useModifiedClicks(files: readonly Media[], many: Many | undefined) {
  const last = useRef<number | null>(null)
  const idAt = ({ target }: MouseEvent) => {
    const key = (target as Element).closest<HTMLElement>('[data-key]')?.dataset.key
    return key === undefined ? null : Number(key)
  }
  const isModified = (event: MouseEvent) =>
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    (event.target as Element).closest('.media-check') !== null
  const intercept = (event: MouseEvent) => {
    if (!isModified(event) || idAt(event) === null) return false
    event.stopPropagation()
    // A checkbox whose click is prevented goes back to how it was, after it was drawn as selected.
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
    return true
  }
  function onClickCapture(event: MouseEvent) {
    const id = idAt(event)
    const isIntercepted = intercept(event)
    const from = last.current
    last.current = id ?? from
    if (!isIntercepted || id === null || !many) return
    const ids = files.map((file) => file.id)
    const range =
      event.shiftKey && from !== null && ids.includes(from)
        ? ids.slice(
            Math.min(ids.indexOf(from), ids.indexOf(id)),
            Math.max(ids.indexOf(from), ids.indexOf(id)) + 1,
          )
        : [id]
    const isRemoved = !event.shiftKey && many.ids.has(id)
    many.onChange(
      isRemoved ? new Set([...many.ids].filter((other) => other !== id)) : new Set([...many.ids, ...range]),
    )
  }
  return { onPointerDownCapture: intercept, onClickCapture }
}

export function Thumbnail({ file }: { file: Media }) {
  return (
    <span className="media-thumbnail">
      {isImage(file) ? (
        <img src={thumbnailOf(file)} alt={file.alt ?? ''} loading="lazy" draggable={false} />
      ) : (
        <>
          <Icon name="article" size={32} />
          <span className="media-kind" dir="ltr" translate="no">
            {nameOf(file).replace(/^.*\./, '').toUpperCase()}
          </span>
        </>
      )}
    </span>
  )
}

function Facts({ file }: { file: Media }) {
  const t = useWords('media')
  const { formatSize, formatNumber } = useFormat()
  return (
    <span className="media-facts">
      {isImage(file) && (
        <span>
          {formatNumber(file.width)} × {formatNumber(file.height)}
        </span>
      )}
      <span>{formatSize(file.size)}</span>
      {isImage(file) && !file.alt && <Chip tone="warning">{t('no_alt')}</Chip>}
      {file.tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
    </span>
  )
}

const VARIED = /^image\/(?:jpeg|png|webp|avif)$/

const isEdited = ({ rotation, crop }: Pick<Media, 'rotation' | 'crop'>) => rotation !== 0 || crop !== null

/** The address of a small version, turned and cropped; animated and unknown pictures have none. */
function thumbnailOf(file: ImageFile): string {
  const { url, mime, width, v } = file
  if (isEdited(file)) return `${url}?w=320&f=auto&v=${v}`
  return VARIED.test(mime) && width > 320 ? `${url}?w=320&f=auto` : url
}
