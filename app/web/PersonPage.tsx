import { PersonInfoPage } from '../../staff/web/PersonInfoPage.tsx'
import { PrintSettings } from '../../warehouse/print-settings/web/PrintSettings.tsx'
import { ZoneSelect } from './TopBar.tsx'

/** Personal information, with the time zone choice of the warehouse slice and the print settings. */
export const PersonPage = () => <PersonInfoPage zoneChoice={<ZoneSelect />} printing={<PrintSettings />} />
