import { TrailPage } from '../../staff/web/TrailPage.tsx'
import { trailWords } from '../trail-words.ts'

/** The trail speaks of every slice, and their words come with it: nobody else on the way in has to carry them. */
export const TrailRoom = () => <TrailPage words={trailWords} />
