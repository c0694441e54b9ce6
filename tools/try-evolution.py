# Shows what evolution-data-server has of the source "daybook": each line of input, "refresh" or "list", is answered with
# a line of JSON, the start and the title of each event. Started by try-calendar-readers.ts.
import json
import sys

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("ECal", "2.0")
from gi.repository import ECal, EDataServer  # noqa: E402

source = EDataServer.SourceRegistry.new_sync(None).ref_source("daybook")
client = ECal.Client.connect_sync(source, ECal.ClientSourceType.EVENTS, 30, None)
for line in sys.stdin:
    if line.strip() == "refresh":
        client.refresh_sync(None)
    _, events = client.get_object_list_sync("#t", None)
    shown = sorted([event.get_dtstart().as_ical_string(), event.get_summary()] for event in events)
    print(json.dumps(shown), flush=True)
