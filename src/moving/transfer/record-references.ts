// The fields of a record that refer to other records, and the order in which resources can be imported.
import type { Resource } from '../../content/definition/define-resource.ts'
import { fieldsOf } from '../../content/describe-resource.ts'
import { resources } from '../../content/resources/resource-registry.ts'

/** The fields that refer to an account. An archive has the account's email address there. */
export const accountFields = (resource: Resource) => fieldsTo(resource, (target) => target === 'users')

/** The fields that refer to records, with the resource they refer to. */
export const recordFields = (resource: Resource) =>
  fieldsTo(resource, (target) => target !== 'users').map((name) => ({
    name,
    target: fieldsOf(resource).find((field) => field.name === name)!.reference!,
  }))

const fieldsTo = (resource: Resource, matches: (target: string) => boolean) =>
  fieldsOf(resource)
    .filter(({ name, reference }) => reference && matches(reference) && name in resource.input.shape)
    .map(({ name }) => name)

/** All resources, each after those that its records refer to. */
export function importOrder(): Resource[] {
  const ordered: Resource[] = []
  const add = (resource: Resource) => {
    if (ordered.includes(resource)) return
    for (const { target } of recordFields(resource)) {
      const other = resources.find(({ name }) => name === target)
      if (other && other !== resource) add(other)
    }
    ordered.push(resource)
  }
  for (const resource of resources) add(resource)
  return ordered
}

/** The field by which records of two sites are the same; null for a resource without one. */
export const naturalKey = (resource: Resource): string | null =>
  resource.key ?? ('slug' in resource.input.shape ? 'slug' : (resource.redirectFields?.from ?? null))
