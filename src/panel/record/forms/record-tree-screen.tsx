import { useLocation } from 'wouter'
import type { ResourceDescription } from '../../../client/index.ts'
import { LinkButton } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { parentFieldOf } from '../../records/parent-field.ts'
import { RecordTree } from './record-tree.tsx'
import { useRecordTree } from './use-record-tree.ts'

/** The list of a resource whose records form a tree, such as the menu. */
export function RecordTreeScreen({ resource }: { resource: ResourceDescription }) {
  const t = useWords('forms')
  const label = useLabel()
  const [, navigate] = useLocation()
  const { tree, error, refetch, move } = useRecordTree(resource, parentFieldOf(resource)!)
  useReady(tree !== null || Boolean(error))
  const create = resource.actions.includes('create') && (
    <LinkButton look="primary" icon="plus" href={`/${resource.name}/new`}>
      {t('new')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={label(resource.label_plural)}
        description={tree && tree.length > 1 ? t('tree_help') : undefined}
        actions={create}
      />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!tree && !error && <Waiting />}
      {tree?.length === 0 && (
        <EmptyState icon="list" title={t('tree_empty')} action={create}>
          {t('tree_empty_text')}
        </EmptyState>
      )}
      {tree && tree.length > 0 && (
        <RecordTree
          resource={resource}
          tree={tree}
          canMove={resource.actions.includes('reorder')}
          onMove={(step) => void move(step)}
          onOpen={(id) => navigate(`/${resource.name}/${id}`)}
        />
      )}
    </>
  )
}
