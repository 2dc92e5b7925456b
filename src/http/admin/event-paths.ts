import { operations, type Paths } from '../openapi/describe-operation.ts'
import { returnsEvents, returnsNothing } from '../openapi/standard-responses.ts'
import { lastEventIdHeader, presenceBody, presenceQuery } from '../requests/query-schemas.ts'

export const eventPaths = (): Paths =>
  operations(
    { tag: 'Site', access: 'creator' },
    {
      'GET /api/admin/events': {
        id: 'followChanges',
        summary: 'Follow what changes, and who has which record open',
        description: `Server-sent events; read them with \`fetch\`, since \`EventSource\` sends no token. \`changed\` \`{resource, id, change, actor: {id, name} | null, at}\`: a record was \`created\`, \`updated\` or \`deleted\`, or its working copy \`draft_saved\` or \`draft_deleted\`; \`id\` is null where several records were. \`presence\` \`{resource, id, accounts: [{id, name}]}\`: everybody who has the record open now; at the start one for each such record. \`review\` \`{resource, id, state, actor, at}\`: a step of a review, \`state\` null once it was withdrawn. \`comment\` \`{resource, id, actor, at}\`: a comment on the record was added, changed or deleted. \`mail_failed\` \`{id, kind}\`, for admins. \`reset\`: load again what you show, because events may be missing. The stream ends with the session.`,
        header: lastEventIdHeader,
        responses: returnsEvents,
      },
      'PUT /api/admin/presence': {
        id: 'enterRecord',
        summary: 'Tell others that you have a record open',
        description: 'Nothing is stored or locked: repeat it every 20 seconds; it ends after 45.',
        body: presenceBody,
        responses: returnsNothing,
        errors: ['not_found'],
      },
      'DELETE /api/admin/presence': {
        id: 'leaveRecord',
        summary: 'Tell others that you have closed a record',
        description: 'Without parameters, all records of your session.',
        query: presenceQuery,
        responses: returnsNothing,
      },
    },
  )
