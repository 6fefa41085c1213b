import { PersonInfoPage } from '../../staff/web/PersonInfoPage.tsx'
import { ZoneSelect } from './TopBar.tsx'

/** Personal information, with the choice of time zone that the warehouse's calls need. */
export const PersonPage = () => <PersonInfoPage zoneChoice={<ZoneSelect />} />
