/**
 * ISO 3166-2: for each country the part of the code after the hyphen and the English name. Only countries whose addresses contain
 * a province, state or region.
 */
export const PROVINCES_BY_COUNTRY: Readonly<Record<string, string>> = {
  AE: `AJ Ajman; AZ Abu Dhabi; DU Dubai; FU Fujairah; RK Ras al-Khaimah; SH Sharjah; UQ Umm al-Quwain`,
  AR: `A Salta; B Buenos Aires; C Ciudad Autónoma de Buenos Aires; D San Luis; E Entre Ríos; F La Rioja;
    G Santiago del Estero; H Chaco; J San Juan; K Catamarca; L La Pampa; M Mendoza; N Misiones; P Formosa; Q Neuquén;
    R Río Negro; S Santa Fe; T Tucumán; U Chubut; V Tierra del Fuego; W Corrientes; X Córdoba; Y Jujuy; Z Santa Cruz`,
  AT: `1 Burgenland; 2 Carinthia; 3 Lower Austria; 4 Upper Austria; 5 Salzburg; 6 Styria; 7 Tyrol; 8 Vorarlberg; 9 Vienna`,
  AU: `ACT Australian Capital Territory; NSW New South Wales; NT Northern Territory; QLD Queensland; SA South Australia;
    TAS Tasmania; VIC Victoria; WA Western Australia`,
  BE: `BRU Brussels-Capital Region; VAN Antwerp; VBR Flemish Brabant; VLI Limburg; VOV East Flanders; VWV West Flanders;
    WBR Walloon Brabant; WHT Hainaut; WLG Liège; WLX Luxembourg; WNA Namur`,
  BR: `AC Acre; AL Alagoas; AM Amazonas; AP Amapá; BA Bahia; CE Ceará; DF Distrito Federal; ES Espírito Santo; GO Goiás;
    MA Maranhão; MG Minas Gerais; MS Mato Grosso do Sul; MT Mato Grosso; PA Pará; PB Paraíba; PE Pernambuco; PI Piauí;
    PR Paraná; RJ Rio de Janeiro; RN Rio Grande do Norte; RO Rondônia; RR Roraima; RS Rio Grande do Sul;
    SC Santa Catarina; SE Sergipe; SP São Paulo; TO Tocantins`,
  CA: `AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; NS Nova Scotia;
    NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon`,
  CH: `AG Aargau; AI Appenzell Innerrhoden; AR Appenzell Ausserrhoden; BE Bern; BL Basel-Landschaft; BS Basel-Stadt;
    FR Fribourg; GE Geneva; GL Glarus; GR Graubünden; JU Jura; LU Lucerne; NE Neuchâtel; NW Nidwalden; OW Obwalden;
    SG St. Gallen; SH Schaffhausen; SO Solothurn; SZ Schwyz; TG Thurgau; TI Ticino; UR Uri; VD Vaud; VS Valais; ZG Zug;
    ZH Zürich`,
  CN: `AH Anhui; BJ Beijing; CQ Chongqing; FJ Fujian; GD Guangdong; GS Gansu; GX Guangxi; GZ Guizhou; HA Henan; HB Hubei;
    HE Hebei; HI Hainan; HL Heilongjiang; HN Hunan; JL Jilin; JS Jiangsu; JX Jiangxi; LN Liaoning; NM Inner Mongolia;
    NX Ningxia; QH Qinghai; SC Sichuan; SD Shandong; SH Shanghai; SN Shaanxi; SX Shanxi; TJ Tianjin; XJ Xinjiang;
    XZ Tibet; YN Yunnan; ZJ Zhejiang`,
  DE: `BB Brandenburg; BE Berlin; BW Baden-Württemberg; BY Bavaria; HB Bremen; HE Hesse; HH Hamburg;
    MV Mecklenburg-Western Pomerania; NI Lower Saxony; NW North Rhine-Westphalia; RP Rhineland-Palatinate;
    SH Schleswig-Holstein; SL Saarland; SN Saxony; ST Saxony-Anhalt; TH Thuringia`,
  DK: `81 North Denmark; 82 Central Denmark; 83 Southern Denmark; 84 Capital Region; 85 Zealand`,
  ES: `AN Andalusia; AR Aragon; AS Asturias; CB Cantabria; CE Ceuta; CL Castile and León; CM Castilla-La Mancha;
    CN Canary Islands; CT Catalonia; EX Extremadura; GA Galicia; IB Balearic Islands; MC Murcia; MD Madrid; ML Melilla;
    NC Navarre; PV Basque Country; RI La Rioja; VC Valencia`,
  FR: `ARA Auvergne-Rhône-Alpes; BFC Bourgogne-Franche-Comté; BRE Brittany; COR Corsica; CVL Centre-Val de Loire;
    GES Grand Est; HDF Hauts-de-France; IDF Île-de-France; NAQ Nouvelle-Aquitaine; NOR Normandy; OCC Occitanie;
    PAC Provence-Alpes-Côte d'Azur; PDL Pays de la Loire`,
  GB: `ENG England; NIR Northern Ireland; SCT Scotland; WLS Wales`,
  ID: `AC Aceh; BA Bali; BB Bangka Belitung Islands; BE Bengkulu; BT Banten; GO Gorontalo; JA Jambi; JB West Java;
    JI East Java; JK Jakarta; JT Central Java; KB West Kalimantan; KI East Kalimantan; KR Riau Islands;
    KS South Kalimantan; KT Central Kalimantan; KU North Kalimantan; LA Lampung; MA Maluku; MU North Maluku;
    NB West Nusa Tenggara; NT East Nusa Tenggara; PA Papua; PB West Papua; RI Riau; SA North Sulawesi; SB West Sumatra;
    SG Southeast Sulawesi; SN South Sulawesi; SR West Sulawesi; SS South Sumatra; ST Central Sulawesi;
    SU North Sumatra; YO Yogyakarta`,
  IE: `CE Clare; CN Cavan; CO Cork; CW Carlow; D Dublin; DL Donegal; G Galway; KE Kildare; KK Kilkenny; KY Kerry;
    LD Longford; LH Louth; LK Limerick; LM Leitrim; LS Laois; MH Meath; MN Monaghan; MO Mayo; OY Offaly; RN Roscommon;
    SO Sligo; TA Tipperary; WD Waterford; WH Westmeath; WW Wicklow; WX Wexford`,
  IN: `AN Andaman and Nicobar Islands; AP Andhra Pradesh; AR Arunachal Pradesh; AS Assam; BR Bihar; CG Chhattisgarh;
    CH Chandigarh; DH Dadra and Nagar Haveli and Daman and Diu; DL Delhi; GA Goa; GJ Gujarat; HP Himachal Pradesh;
    HR Haryana; JH Jharkhand; JK Jammu and Kashmir; KA Karnataka; KL Kerala; LA Ladakh; LD Lakshadweep; MH Maharashtra;
    ML Meghalaya; MN Manipur; MP Madhya Pradesh; MZ Mizoram; NL Nagaland; OD Odisha; PB Punjab; PY Puducherry;
    RJ Rajasthan; SK Sikkim; TN Tamil Nadu; TR Tripura; TS Telangana; UK Uttarakhand; UP Uttar Pradesh; WB West Bengal`,
  IT: `21 Piedmont; 23 Aosta Valley; 25 Lombardy; 32 Trentino-South Tyrol; 34 Veneto; 36 Friuli-Venezia Giulia;
    42 Liguria; 45 Emilia-Romagna; 52 Tuscany; 55 Umbria; 57 Marche; 62 Lazio; 65 Abruzzo; 67 Molise; 72 Campania;
    75 Apulia; 77 Basilicata; 78 Calabria; 82 Sicily; 88 Sardinia`,
  JP: `01 Hokkaido; 02 Aomori; 03 Iwate; 04 Miyagi; 05 Akita; 06 Yamagata; 07 Fukushima; 08 Ibaraki; 09 Tochigi; 10 Gunma;
    11 Saitama; 12 Chiba; 13 Tokyo; 14 Kanagawa; 15 Niigata; 16 Toyama; 17 Ishikawa; 18 Fukui; 19 Yamanashi; 20 Nagano;
    21 Gifu; 22 Shizuoka; 23 Aichi; 24 Mie; 25 Shiga; 26 Kyoto; 27 Osaka; 28 Hyogo; 29 Nara; 30 Wakayama; 31 Tottori;
    32 Shimane; 33 Okayama; 34 Hiroshima; 35 Yamaguchi; 36 Tokushima; 37 Kagawa; 38 Ehime; 39 Kochi; 40 Fukuoka;
    41 Saga; 42 Nagasaki; 43 Kumamoto; 44 Oita; 45 Miyazaki; 46 Kagoshima; 47 Okinawa`,
  MX: `AGU Aguascalientes; BCN Baja California; BCS Baja California Sur; CAM Campeche; CHH Chihuahua; CHP Chiapas;
    CMX Ciudad de México; COA Coahuila; COL Colima; DUR Durango; GRO Guerrero; GUA Guanajuato; HID Hidalgo; JAL Jalisco;
    MEX México; MIC Michoacán; MOR Morelos; NAY Nayarit; NLE Nuevo León; OAX Oaxaca; PUE Puebla; QUE Querétaro;
    ROO Quintana Roo; SIN Sinaloa; SLP San Luis Potosí; SON Sonora; TAB Tabasco; TAM Tamaulipas; TLA Tlaxcala;
    VER Veracruz; YUC Yucatán; ZAC Zacatecas`,
  MY: `01 Johor; 02 Kedah; 03 Kelantan; 04 Melaka; 05 Negeri Sembilan; 06 Pahang; 07 Pulau Pinang; 08 Perak; 09 Perlis;
    10 Selangor; 11 Terengganu; 12 Sabah; 13 Sarawak; 14 Kuala Lumpur; 15 Labuan; 16 Putrajaya`,
  NG: `AB Abia; AD Adamawa; AK Akwa Ibom; AN Anambra; BA Bauchi; BE Benue; BO Borno; BY Bayelsa; CR Cross River; DE Delta;
    EB Ebonyi; ED Edo; EK Ekiti; EN Enugu; FC Abuja Federal Capital Territory; GO Gombe; IM Imo; JI Jigawa; KD Kaduna;
    KE Kebbi; KN Kano; KO Kogi; KT Katsina; KW Kwara; LA Lagos; NA Nasarawa; NI Niger; OG Ogun; ON Ondo; OS Osun; OY Oyo;
    PL Plateau; RI Rivers; SO Sokoto; TA Taraba; YO Yobe; ZA Zamfara`,
  NL: `DR Drenthe; FL Flevoland; FR Friesland; GE Gelderland; GR Groningen; LI Limburg; NB North Brabant; NH North Holland;
    OV Overijssel; UT Utrecht; ZE Zeeland; ZH South Holland`,
  NZ: `AUK Auckland; BOP Bay of Plenty; CAN Canterbury; CIT Chatham Islands; GIS Gisborne; HKB Hawke's Bay;
    MBH Marlborough; MWT Manawatū-Whanganui; NSN Nelson; NTL Northland; OTA Otago; STL Southland; TAS Tasman;
    TKI Taranaki; WGN Wellington; WKO Waikato; WTC West Coast`,
  PL: `02 Lower Silesia; 04 Kuyavia-Pomerania; 06 Lublin; 08 Lubusz; 10 Łódź; 12 Lesser Poland; 14 Mazovia; 16 Opole;
    18 Subcarpathia; 20 Podlaskie; 22 Pomerania; 24 Silesia; 26 Holy Cross; 28 Warmia-Masuria; 30 Greater Poland;
    32 West Pomerania`,
  PT: `01 Aveiro; 02 Beja; 03 Braga; 04 Bragança; 05 Castelo Branco; 06 Coimbra; 07 Évora; 08 Faro; 09 Guarda; 10 Leiria;
    11 Lisbon; 12 Portalegre; 13 Porto; 14 Santarém; 15 Setúbal; 16 Viana do Castelo; 17 Vila Real; 18 Viseu; 20 Azores;
    30 Madeira`,
  SE: `AB Stockholm; AC Västerbotten; BD Norrbotten; C Uppsala; D Södermanland; E Östergötland; F Jönköping; G Kronoberg;
    H Kalmar; I Gotland; K Blekinge; M Skåne; N Halland; O Västra Götaland; S Värmland; T Örebro; U Västmanland;
    W Dalarna; X Gävleborg; Y Västernorrland; Z Jämtland`,
  US: `AK Alaska; AL Alabama; AR Arkansas; AS American Samoa; AZ Arizona; CA California; CO Colorado; CT Connecticut;
    DC District of Columbia; DE Delaware; FL Florida; GA Georgia; GU Guam; HI Hawaii; IA Iowa; ID Idaho; IL Illinois;
    IN Indiana; KS Kansas; KY Kentucky; LA Louisiana; MA Massachusetts; MD Maryland; ME Maine; MI Michigan; MN Minnesota;
    MO Missouri; MP Northern Mariana Islands; MS Mississippi; MT Montana; NC North Carolina; ND North Dakota; NE Nebraska;
    NH New Hampshire; NJ New Jersey; NM New Mexico; NV Nevada; NY New York; OH Ohio; OK Oklahoma; OR Oregon;
    PA Pennsylvania; PR Puerto Rico; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas;
    UM United States Minor Outlying Islands; UT Utah; VA Virginia; VI United States Virgin Islands; VT Vermont;
    WA Washington; WI Wisconsin; WV West Virginia; WY Wyoming`,
  ZA: `EC Eastern Cape; FS Free State; GP Gauteng; KZN KwaZulu-Natal; LP Limpopo; MP Mpumalanga; NC Northern Cape;
    NW North West; WC Western Cape`,
}
