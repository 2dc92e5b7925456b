import { Button, ExternalLink } from '../../app/design/button.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { useRecordFrame } from '../../records/record-context.ts'
import { coordinatesIn, mapAddress } from './map-links.ts'

type PlaceToolsProps = {
  /** Names of the fields. */
  names: { latitude: string; longitude: string; link: string | null }
  values: Record<string, unknown>
  isReadOnly: boolean
}

/** The tools below the coordinates of an office: the way to the map, and filling one in from the other. */
export function PlaceTools({ names, values, isReadOnly }: PlaceToolsProps) {
  const t = useWords('pickers')
  const { setValue } = useRecordFrame()
  const [latitude, longitude] = [values[names.latitude], values[names.longitude]]
  const link = names.link === null ? null : String(values[names.link] ?? '')
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number'
  const inLink = coordinatesIn(link ?? '')
  const differs = inLink && (inLink.latitude !== latitude || inLink.longitude !== longitude)
  const takeCoordinates = () => {
    setValue(names.latitude, inLink!.latitude)
    setValue(names.longitude, inLink!.longitude)
  }
  return (
    <div className="place-tools button-row">
      {isPlaced && <ExternalLink href={mapAddress(latitude, longitude)}>{t('open_map')}</ExternalLink>}
      {!isReadOnly && differs && (
        <Button size="small" onPress={takeCoordinates}>
          {t('take_coordinates')}
        </Button>
      )}
      {!isReadOnly && isPlaced && link === '' && (
        <Button size="small" onPress={() => setValue(names.link!, mapAddress(latitude, longitude))}>
          {t('make_map_link')}
        </Button>
      )}
    </div>
  )
}
