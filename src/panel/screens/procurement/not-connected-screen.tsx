import { LinkButton } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'

/** In place of the procurement, where people work as persons of the identity provider. */
export function NotConnectedScreen({ title }: { title: string }) {
  const words = useWords('company_account')
  useReady()
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon="cart"
        title={words('connect_first')}
        action={
          <LinkButton look="primary" href="/account">
            {words('connect')}
          </LinkButton>
        }
      />
    </>
  )
}
