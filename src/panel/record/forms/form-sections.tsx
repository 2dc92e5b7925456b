import type { ReactNode } from 'react'
import type { FieldDescription } from '../../../client/index.ts'
import { contentLanguages, type LanguageKey } from '../../../text/content-language.ts'
import { useSchema } from '../../app/api/api.ts'
import { laterPart } from '../../app/design/lazy-part.tsx'
import { Tabs } from '../../app/design/tabs.tsx'
import { useLanguageName, useWords } from '../../app/words/words-context.tsx'
import { FormEditorsContext, useNewFormEditors } from '../../editor/form-editors.ts'
import { type FormModel, type FormRow, type FormSection, fieldsOfRow } from '../../records/form-model.ts'
import type { Values } from '../../records/form-values.ts'
import { useIsWide } from '../../records/record-context.ts'
import { FieldFor } from '../fields/field-for.tsx'
import { SeoCard } from '../seo/seo-card.tsx'
import type { FormErrors } from '../state/field-errors.ts'

type TabProps = { tab: LanguageKey; onTab: (tab: LanguageKey) => void }

type FormSectionsProps = FieldsProps &
  TabProps & {
    model: FormModel
    /** Parts that replace the section of that name, with its fields. */
    publishing: ((fields: ReactNode) => ReactNode) | null
    /** The part at the end of the side column. */
    facts: ReactNode
  }

/** All fields: the languages side by side where there is room, otherwise in tabs. */
export function FormSections({ model, tab, onTab, publishing, facts, ...fields }: FormSectionsProps) {
  const isWide = useIsWide()
  const hasSide = model.side.length > 0 || publishing !== null || Boolean(facts)
  const isOfCard = ({ name }: FormSection) => publishing !== null && name === 'publishing'
  const inCard = model.side.filter(isOfCard).flatMap(({ rows }) => rows)
  const editors = useNewFormEditors(onTab)
  return (
    <FormEditorsContext value={editors}>
      <div className="form-columns" data-side={hasSide || undefined}>
        <div className="form-main">
          {isWide || !model.isBilingual ? (
            <Sections sections={model.main} shown="both" {...fields} />
          ) : (
            <LanguageTabs model={model} tab={tab} onTab={onTab} {...fields} />
          )}
          <SeoCard />
        </div>
        {hasSide && (
          <div className="form-side">
            {publishing?.(<Rows rows={inCard} shown="both" {...fields} />)}
            <Sections sections={model.side.filter((one) => !isOfCard(one))} shown="both" {...fields} />
            {facts}
          </div>
        )}
      </div>
    </FormEditorsContext>
  )
}

function LanguageTabs({ model, tab, onTab, ...fields }: FieldsProps & TabProps & { model: FormModel }) {
  const t = useWords('forms')
  const languageName = useLanguageName()
  const languages = contentLanguages(useSchema().languages)
  const inTabs = model.main.flatMap(({ rows }) => rows.flatMap(fieldsOfRow))
  const hasError = (key: LanguageKey) =>
    inTabs.some(({ name, language }) => fields.errors.byField.has(name) && (language ?? 'primary') === key)
  return (
    <Tabs
      label={t('languages')}
      selected={tab}
      onSelect={(id) => onTab(id as LanguageKey)}
      keepsPanels
      tabs={languages.map(({ key, tag }) => ({
        id: key,
        label: languageName(tag),
        warning: hasError(key) ? t('tab_has_errors') : null,
        content: <Sections sections={model.main} shown={key} {...fields} />,
      }))}
    />
  )
}

type SectionsProps = FieldsProps & { sections: readonly FormSection[]; shown: Shown }

function Sections({ sections, shown, ...fields }: SectionsProps) {
  const t = useWords('forms')
  return (
    <div className="form-sections">
      {sections.map(({ name, rows }) => {
        const visible = rows.filter((row) => isRowShown(row, shown))
        if (visible.length === 0) return null
        return (
          <section
            key={name}
            className={`card form-section form-section-${name}`}
            aria-label={t(`section_${name}`)}
          >
            <h2>{t(`section_${name}`)}</h2>
            <div className="form-rows">
              <Rows rows={visible} shown={shown} {...fields} />
            </div>
          </section>
        )
      })}
    </div>
  )
}

const Rows = ({ rows, ...shown }: FieldsProps & { rows: readonly FormRow[]; shown: Shown }) =>
  rows.map((row) => <FormRowFields key={fieldsOfRow(row)[0]!.name} row={row} {...shown} />)

const PlaceTools = laterPart(() => import('../fields/place-tools.tsx').then((module) => module.PlaceTools))

type FieldsProps = { values: Values; errors: FormErrors; isReadOnly: boolean }

/** `primary` includes everything that stands for both languages. */
type Shown = 'both' | LanguageKey

// The buttons below the form change the status.
const isFieldShown = ({ language, name }: FieldDescription, shown: Shown) =>
  name !== 'status' && (shown === 'both' || shown === (language ?? 'primary'))

const isRowShown = (row: FormRow, shown: Shown) =>
  fieldsOfRow(row).some((field) => isFieldShown(field, shown))

type FormRowFieldsProps = FieldsProps & { row: FormRow; shown: Shown }

/** The fields of a row that belong to the shown language. */
function FormRowFields({ row, shown, values, errors, isReadOnly }: FormRowFieldsProps) {
  const fields = fieldsOfRow(row).filter((field) => isFieldShown(field, shown))
  return (
    <div className={`record-row record-row-${row.type}`} data-paired={fields.length > 1 || undefined}>
      {fields.map((field) => (
        <FieldFor
          key={field.name}
          field={field}
          value={values[field.name]}
          errors={errors.byField.get(field.name)}
          isReadOnly={isReadOnly}
        />
      ))}
      {row.type === 'place' && (
        <PlaceTools
          names={{
            latitude: row.latitude.name,
            longitude: row.longitude.name,
            link: row.link?.name ?? null,
          }}
          values={values}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  )
}
