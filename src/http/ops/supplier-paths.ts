// Suppliers.
import { z } from 'zod'
import { merger, newSupplier, supplierChanges } from '../../procurement/suppliers/supplier-input.ts'
import { SUPPLIER_READERS, SUPPLIER_WRITERS } from '../../procurement/suppliers/suppliers.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, lists, removes } from '../openapi/record-operations.ts'
import { namedSchema, recordFields } from '../openapi/record-schemas.ts'
import { returns, returnsCreated, returnsCsv } from '../openapi/standard-responses.ts'
import { filters, flag } from '../requests/query-schemas.ts'

const text = z.string().nullable()

const supplier = z
  .object({
    ...recordFields(),
    name: z.string(),
    code: text.meta({ description: 'Unique, whatever its case.' }),
    tax_id: text,
    contacts: z.array(z.object({ name: z.string(), role: text, email: text, phone: text })),
    address: text,
    currency: text.meta({ description: 'The usual currency of their offers; ISO 4217.' }),
    payment_terms: text,
    lead_time_days: z.int().nullable(),
    over_receipt_tolerance: z.int().meta({
      description: 'Per cent of the ordered quantity that may be received on top of it.',
    }),
    note: text,
    active: z.boolean().meta({ description: 'Whether the supplier can be chosen.' }),
    merged_into: z.int().nullable().meta({ description: 'The supplier that replaces this one.' }),
  })
  .meta({ id: 'Supplier' })

const { q, active } = filters.suppliers
/** The query of the export. */
export const supplierExport = z.strictObject({ q, active })

/** The query of an import. */
export const supplierImport = z.strictObject({
  dry_run: flag.meta({ description: 'Checks the file and counts, but changes nothing.' }),
})

const imported = z
  .object({ created: z.int(), updated: z.int(), unchanged: z.int(), dry_run: z.boolean() })
  .meta({ id: 'SupplierImport' })

const shared = { access: 'procurement', tag: 'Suppliers' } as const

export const supplierPaths = (): Paths =>
  operations(shared, {
    'GET /api/suppliers': {
      roles: SUPPLIER_READERS,
      id: 'listSuppliers',
      summary: 'List suppliers by name',
      description: 'Suppliers that were merged into others are left out.',
      ...lists(supplier, filters.suppliers),
    },
    'POST /api/suppliers': {
      roles: SUPPLIER_WRITERS,
      id: 'createSupplier',
      summary: 'Create a supplier',
      body: namedSchema(
        newSupplier,
        'NewSupplier',
        { name: 'پمپ‌سازان', code: 'S-1', currency: 'IRR', lead_time_days: 14 },
        {
          name: 'Pump Makers',
          code: 'S-2',
          currency: 'EUR',
          contacts: [{ name: 'Ada Berg', email: 'sales@pumps.example' }],
        },
      ),
      responses: returnsCreated(supplier),
      errors: ['conflict'],
    },
    'GET /api/suppliers.csv': {
      roles: SUPPLIER_READERS,
      id: 'exportSuppliers',
      summary: 'Export suppliers as CSV, by id',
      query: supplierExport,
      responses: returnsCsv,
    },
    'POST /api/suppliers/import': {
      roles: SUPPLIER_WRITERS,
      id: 'importSuppliers',
      summary: 'Create and change suppliers from CSV',
      description:
        'Takes what the export returns, with commas or semicolons, up to 5,000 rows; all of them or none. A row changes the supplier with its code, or without a code the one with its id and name; otherwise it creates one. Columns may be left out. Errors have the number of their row, as in `rows.3.currency`; the header is row 1.',
      query: supplierImport,
      body: {
        'text/csv': { schema: { type: 'string' }, example: 'name,code,currency\r\nPump Makers,S-3,EUR\r\n' },
      },
      responses: returns(imported),
      errors: ['conflict'],
    },
    'GET /api/suppliers/{id}': {
      roles: SUPPLIER_READERS,
      id: 'getSupplier',
      summary: 'Get a supplier',
      ...gets(supplier),
    },
    'PATCH /api/suppliers/{id}': {
      roles: SUPPLIER_WRITERS,
      id: 'updateSupplier',
      summary: 'Change a supplier',
      ...changes(supplier, namedSchema(supplierChanges, 'SupplierChanges')),
      errors: ['not_found', 'conflict'],
    },
    'DELETE /api/suppliers/{id}': {
      roles: SUPPLIER_WRITERS,
      id: 'removeSupplier',
      summary: 'Delete a supplier that was never used',
      description: 'Others can be set inactive.',
      ...removes,
      errors: ['not_found', 'in_use'],
    },
    'POST /api/suppliers/{id}/merge': {
      roles: SUPPLIER_WRITERS,
      id: 'mergeSupplier',
      summary: 'Merge a supplier into another one',
      description:
        'Returns the other one. The merged supplier stays as an inactive record that names it in `merged_into`.',
      ...changes(supplier, merger),
      errors: ['not_found', 'conflict'],
    },
  })
