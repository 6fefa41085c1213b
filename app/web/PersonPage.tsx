import { PersonInfoPage } from '../../staff/web/PersonInfoPage.tsx'
import { PrintSettings } from '../../warehouse/print-settings/web/PrintSettings.tsx'
import { ZoneSelect } from './TopBar.tsx'

/** Personal information, with the choice of time zone that the warehouse's calls need and the print settings that everybody has. */
export const PersonPage = () => <PersonInfoPage zoneChoice={<ZoneSelect />} printing={<PrintSettings />} />
