import { Skeleton } from '@mantine/core'
import bar from './EditorBar.module.css'
import classes from './ListingEditor.module.css'

const fields = { title: 36, subtitle: 36, slug: 36, description: 300 }

/** The editor while the listing is loading. */
export const EditorSkeleton = () => (
  <div role="status" aria-label="Loading listing">
    <div className={bar.bar}>
      <div className={bar.row}>
        <Skeleton h={14} w={72} />
        <Skeleton h={36} w={72} ml="auto" />
      </div>
    </div>
    <div className={classes.columns}>
      <div className={classes.card}>
        <Skeleton h={16} w={100} my={4} />
        {Object.entries(fields).map(([name, height]) => (
          <div key={name}>
            <Skeleton h={12} w={72} mt={5} mb={9} />
            <Skeleton h={height} />
          </div>
        ))}
      </div>
      <div className={classes.aside}>
        <Skeleton h={320} />
      </div>
    </div>
  </div>
)
