"""Time zones as people choose them: a region, then a place in it. Discord's selects hold 25 options each.

The list is not complete: of zones with the same clocks, now and later, it has a few places that people know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_PLACES = {
    "Europe, west": """
        Atlantic/Reykjavik Atlantic/Azores Europe/Lisbon Atlantic/Canary Europe/Dublin Europe/London Europe/Madrid
        Europe/Paris Europe/Brussels Europe/Luxembourg Europe/Amsterdam Europe/Zurich Europe/Berlin Europe/Vienna
        Europe/Rome Europe/Malta Europe/Copenhagen Europe/Oslo Europe/Stockholm
    """,
    "Europe, east": """
        Europe/Prague Europe/Warsaw Europe/Budapest Europe/Zagreb Europe/Belgrade Europe/Tirane Europe/Athens
        Europe/Sofia Europe/Bucharest Europe/Chisinau Europe/Kyiv Europe/Vilnius Europe/Riga Europe/Tallinn
        Europe/Helsinki Europe/Istanbul Europe/Minsk Europe/Kaliningrad Europe/Moscow Europe/Samara
    """,
    "North America, east": """
        America/Nuuk America/St_Johns America/Miquelon America/Halifax Atlantic/Bermuda America/New_York
        America/Toronto America/Detroit America/Chicago America/Winnipeg America/Regina
    """,
    "North America, west": """
        America/Denver America/Edmonton America/Phoenix America/Whitehorse America/Los_Angeles America/Vancouver
        America/Anchorage America/Adak Pacific/Honolulu
    """,
    "Mexico, Central America, Caribbean": """
        America/Mexico_City America/Cancun America/Hermosillo America/Tijuana America/Matamoros America/Guatemala
        America/El_Salvador America/Tegucigalpa America/Managua America/Costa_Rica America/Panama America/Havana
        America/Nassau America/Jamaica America/Port-au-Prince America/Santo_Domingo America/Puerto_Rico
        America/Martinique America/Barbados America/Port_of_Spain
    """,
    "South America": """
        America/Bogota America/Caracas America/Guyana America/Paramaribo America/Cayenne America/Guayaquil
        Pacific/Galapagos America/Lima America/La_Paz America/Rio_Branco America/Manaus America/Fortaleza America/Recife
        America/Noronha America/Sao_Paulo America/Asuncion America/Montevideo America/Argentina/Buenos_Aires
        America/Argentina/Cordoba America/Santiago America/Punta_Arenas Pacific/Easter
    """,
    "Africa": """
        Atlantic/Cape_Verde Africa/Casablanca Africa/Algiers Africa/Tunis Africa/Tripoli Africa/Cairo Africa/Dakar
        Africa/Abidjan Africa/Accra Africa/Lagos Africa/Douala Africa/Kinshasa Africa/Luanda Africa/Khartoum
        Africa/Addis_Ababa Africa/Nairobi Africa/Kampala Africa/Dar_es_Salaam Africa/Lusaka Africa/Harare
        Africa/Maputo Africa/Johannesburg Indian/Antananarivo Indian/Mauritius
    """,
    "Middle East and Caucasus": """
        Asia/Nicosia Asia/Beirut Asia/Jerusalem Asia/Gaza Asia/Amman Asia/Damascus Asia/Baghdad Asia/Riyadh
        Asia/Kuwait Asia/Bahrain Asia/Qatar Asia/Aden Asia/Dubai Asia/Muscat Asia/Tehran Asia/Tbilisi Asia/Yerevan
        Asia/Baku
    """,
    "Asia, middle and south": """
        Asia/Kabul Asia/Tashkent Asia/Ashgabat Asia/Dushanbe Asia/Almaty Asia/Bishkek Asia/Karachi Asia/Kolkata
        Asia/Colombo Indian/Maldives Asia/Kathmandu Asia/Thimphu Asia/Dhaka Asia/Yangon Asia/Yekaterinburg Asia/Omsk
    """,
    "Asia, east": """
        Asia/Bangkok Asia/Ho_Chi_Minh Asia/Phnom_Penh Asia/Jakarta Asia/Makassar Asia/Singapore Asia/Kuala_Lumpur
        Asia/Manila Asia/Shanghai Asia/Hong_Kong Asia/Taipei Asia/Ulaanbaatar Asia/Seoul Asia/Tokyo Asia/Jayapura
        Asia/Novosibirsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka
    """,
    "Australia and Pacific": """
        Australia/Perth Australia/Eucla Australia/Darwin Australia/Adelaide Australia/Brisbane Australia/Sydney
        Australia/Melbourne Australia/Hobart Australia/Lord_Howe Pacific/Guam Pacific/Port_Moresby Pacific/Guadalcanal
        Pacific/Noumea Pacific/Norfolk Pacific/Fiji Pacific/Tarawa Pacific/Auckland Pacific/Chatham Pacific/Apia
        Pacific/Tongatapu
    """,
    "Islands of the east Pacific, Antarctica": """
        Pacific/Kiritimati Pacific/Pago_Pago Pacific/Tahiti Pacific/Marquesas Pacific/Gambier Pacific/Pitcairn
        Antarctica/Palmer Antarctica/Troll Antarctica/Mawson Antarctica/Davis Antarctica/Casey Antarctica/McMurdo
    """,
}

REGIONS: Mapping[str, Sequence[str]] = {region: tuple(names.split()) for region, names in _PLACES.items()}
"""Names of time zones by region."""


def region_of(name: str) -> str | None:
    """Return the region in which a zone is listed; None if it is in none."""
    return next((region for region, names in REGIONS.items() if name in names), None)


def place(name: str) -> str:
    """Return the name that people know a zone by: "New York"."""
    return name.rpartition("/")[2].replace("_", " ")
