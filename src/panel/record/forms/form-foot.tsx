import type { ResourceDescription } from '../../../client/index.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { DiscussionCard } from '../discussion/discussion-card.tsx'
import { RecordFacts } from './record-facts.tsx'

/** The end of the side column, loaded after the form itself. */
export const FormFoot = (props: {
  resource: ResourceDescription
  record: AnyRecord
  isReadOnly: boolean
}) => (
  <>
    {!props.isReadOnly && <DiscussionCard />}
    <div className="card form-facts">
      <RecordFacts {...props} />
    </div>
  </>
)
