// Records that tests make through the admin API.
import { expect } from 'bun:test'
import type { Answer, Client } from './app.ts'

/** A record as the service answered it, and its path. */
export type Row = Record<string, any> & { id: number; version: number; place: string }

export async function createRecord(client: Client, resource: string, body: object, query = ''): Promise<Row> {
  const answer = await client('POST', `/api/admin/${resource}${query}`, { body })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return { ...answer.body, place: `/api/admin/${resource}/${answer.body.id}` }
}

export function expectProblem({ status, body }: Answer, wanted: number, code: string) {
  expect({ status, code: body.code }).toEqual({ status: wanted, code })
}
