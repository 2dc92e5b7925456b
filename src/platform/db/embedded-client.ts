// PGlite as this service needs it: quicker at short statements, and never for long in the way of requests.
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { giveWay } from '../give-way.ts'

// PGlite copies all its parsers for every result, including one for the row type of each table and view. With 360 of
// them that takes a fifth of the time of short queries. Kept: common types, each with its array type, whose parser uses
// the element's.
const PARSED_TYPES = [
  [114, 199], // json
  [3802, 3807], // jsonb
  [16, 1000], // boolean
  [17, 1001], // bytea
  [21, 1005], // smallint
  [23, 1007], // integer
  [20, 1016], // bigint
  [700, 1021], // real
  [701, 1022], // double precision
  [1700, 1231], // numeric
  [25, 1009], // text
  [1043, 1015], // varchar
  [2950, 2951], // uuid
  [1114, 1115], // timestamp
  [1082, 1182], // date
  [1184, 1185], // timestamptz
].flat()

/** Creates a PGlite with only the parsers above. Tests pass an archive to load into memory. */
export async function openClient(options: PGliteOptions): Promise<PGlite> {
  const client: PGlite = await PGlite.create(options)
  const { parsers } = client
  client.parsers = Object.fromEntries(
    PARSED_TYPES.filter((oid) => oid in parsers).map((oid) => [oid, parsers[oid]!]),
  )
  takeTurns(client)
  sendTogether(client)
  return client
}

const MAX_MS_PER_TURN = 0.5

// Statements run in this thread, and awaiting one takes no turn of the event loop: without these pauses every request
// would wait for a whole transaction.
function takeTurns(client: PGlite) {
  const run = client.execProtocolRaw.bind(client)
  let spent = 0
  client.execProtocolRaw = async (message, options) => {
    const start = performance.now()
    const answer = await run(message, options)
    spent += performance.now() - start
    if (spent > MAX_MS_PER_TURN) {
      spent = 0
      await giveWay()
    }
    return answer
  }
}

// The first bytes of the messages of Postgres's protocol, and a whole one.
const [PARSE, BIND, DESCRIBE, EXECUTE, QUERY, SYNC] = [...'PBDEQS'].map((letter) => letter.charCodeAt(0))
const PORTAL = 'P'.charCodeAt(0)
const WHOLE_SYNC = Uint8Array.of(SYNC!, 0, 0, 0, 4)

// PGlite sends the six messages of a statement one by one, and another after each simple query. Together they are two calls
// of the WebAssembly and one: a fifth less time for short statements.
function sendTogether(client: PGlite) {
  const send = client.execProtocolStream.bind(client)
  let held: Uint8Array[] = []
  let isSynced = false
  const withHeld = (...messages: Uint8Array[]) => {
    const all = new Uint8Array(Buffer.concat([...held, ...messages]))
    held = []
    return all
  }
  client.execProtocolStream = async (message, options) => {
    switch (message[0]) {
      case PARSE:
        isSynced = false
        held = [message]
        return []
      case BIND:
        held.push(message)
        return []
      case DESCRIBE: {
        // PGlite must know the types of the parameters before it can bind them.
        if (message[5] !== PORTAL) return send(withHeld(message), options)
        held.push(message)
        return []
      }
      case EXECUTE:
        isSynced = true
        return send(withHeld(message, WHOLE_SYNC), options)
      case QUERY:
        isSynced = true
        return send(message, options)
      case SYNC:
        if (!isSynced) return send(withHeld(message), options)
        isSynced = false
        return []
      default:
        return send(message, options)
    }
  }
}
