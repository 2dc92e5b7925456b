import type { ReactNode } from 'react'
import { GridList, GridListItem, type Selection } from 'react-aria-components'
import type { Media } from '../../client/index.ts'
import { Chip } from '../app/design/chip.tsx'
import { Icon } from '../app/design/icon.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'
import { isImage, nameOf, thumbnailOf } from './media-names.ts'

type Props = {
  files: readonly Media[]
  view: 'grid' | 'list'
  onOpen?: (id: number) => void
  /** One file can be selected if there is `onSelect`. */
  selected?: number | null
  onSelect?: (id: number) => void
  empty: ReactNode
}

/** Files as cards or as rows; arrow keys move between them, Enter opens one. */
export function MediaGrid({ files, view, onOpen, selected = null, onSelect, empty }: Props) {
  const t = useWords('media')
  const select = (keys: Selection) => {
    const [id] = keys === 'all' ? [] : keys
    if (id !== undefined) onSelect?.(Number(id))
  }
  return (
    <GridList
      aria-label={t('files')}
      className={`media-${view}`}
      layout={view === 'grid' ? 'grid' : 'stack'}
      items={files}
      dependencies={[view]}
      selectionMode={onSelect ? 'single' : 'none'}
      selectionBehavior="replace"
      // The first file is selected when the focus comes to it; Space must not undo that.
      disallowEmptySelection
      selectedKeys={selected === null ? [] : [selected]}
      onSelectionChange={select}
      {...(onOpen && { onAction: (id) => onOpen(Number(id)) })}
      renderEmptyState={() => empty}
    >
      {(file) => (
        <GridListItem id={file.id} textValue={nameOf(file)} className="media-item">
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
    </span>
  )
}
